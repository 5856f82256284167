// Evaluates the sample in a folder by ONNX Runtime, in batches of several sizes.
import { join } from 'node:path';
import ort from 'onnxruntime-node';
import { difference, features, judge, policies, readSample } from './sample.mjs';

const folder = process.argv[2];
const sample = readSample(join(folder, 'sample.jsonl'));
const session = await ort.InferenceSession.create(join(folder, 'net.onnx'));
const differences = [];
for (let at = 0, size = 1; at < sample.length; at += size, size = Math.min(2 * size, 256)) {
  const batch = sample.slice(at, at + size);
  const input = new Float32Array(batch.length * features);
  batch.forEach((position, i) => position.features.forEach((f) => (input[i * features + f] = 1)));
  const out = await session.run({ features: new ort.Tensor('float32', input, [batch.length, features]) });
  batch.forEach((position, i) =>
    differences.push(
      difference(position, out.value.data.subarray(3 * i, 3 * i + 3), (k) => out.policy.data[i * policies + k]),
    ),
  );
}
judge('ONNX Runtime', differences);
