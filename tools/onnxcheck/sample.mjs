// The sample that `go test ./net -run ONNXSample -onnx-out FOLDER` writes, and
// how other evaluations of it are compared with it.
import { readFileSync } from 'node:fs';

export const features = 212;
export const policies = 2500;

export const readSample = (file) => readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));

export function softmax(x) {
  const top = Math.max(...x);
  const e = x.map((v) => Math.exp(v - top));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((v) => v / sum);
}

// difference is the largest one of a position: value is an array of three
// probabilities, logit gives the logit of a policy index.
export function difference(position, value, logit) {
  const priors = softmax(position.policies.map(logit));
  return Math.max(
    ...position.value.map((x, i) => Math.abs(x - value[i])),
    ...position.priors.map((x, i) => Math.abs(x - priors[i])),
  );
}

// judge prints the largest of the differences and sets the exit code.
export function judge(name, differences) {
  const worst = differences.reduce((a, b) => (b <= a ? a : b), 0); // NaN counts as largest
  console.log(`${name}: ${differences.length} positions, largest difference ${worst.toExponential(2)}`);
  if (!(differences.length >= 1000 && worst <= 1e-5)) {
    console.error('want at least 1000 positions and at most 1e-5');
    process.exitCode = 1;
  }
}
