// Evaluates the sample in a folder from its weights file, which it reads by
// Hugging Face's reader of safetensors headers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSafetensorsMetadata } from '@huggingface/hub';
import { difference, judge, readSample, softmax } from './sample.mjs';

const folder = process.argv[2];
const file = readFileSync(join(folder, 'net.safetensors'));

// The reader asks a server for ranges of bytes; here the file answers.
async function answer(_url, { headers } = {}) {
  const range = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get('range') ?? '');
  const [from, to] = range ? [Number(range[1]), Math.min(Number(range[2]) + 1, file.length)] : [0, file.length];
  return new Response(file.subarray(from, to), {
    status: range ? 206 : 200,
    headers: { 'content-range': `bytes ${from}-${to - 1}/${file.length}`, etag: '"file"', 'content-length': `${to - from}` },
  });
}

const { header } = await parseSafetensorsMetadata({
  repo: 'local/net',
  path: 'net.safetensors',
  fetch: answer,
});
console.log(`safetensors: ${Object.keys(header).length - 1} tensors of net ${header.__metadata__.id}`);

const start = 8 + Number(file.readBigUInt64LE(0));
const tensor = (name) => {
  const [from, to] = header[name].data_offsets;
  return new Float32Array(file.buffer.slice(file.byteOffset + start + from, file.byteOffset + start + to));
};
const layer = (name) => ({ weight: tensor(`${name}.weight`), bias: tensor(`${name}.bias`) });
const [input, dense, value, policy] = ['input', 'dense', 'value', 'policy'].map(layer);

const times = ({ weight, bias }, x) =>
  Array.from(bias, (b, j) => x.reduce((sum, v, i) => sum + v * weight[i * bias.length + j], b));
const relu = (x) => x.map((v) => Math.max(0, v));

judge(
  'safetensors',
  readSample(join(folder, 'sample.jsonl')).map((position) => {
    const first = Array.from(input.bias, (b, j) =>
      position.features.reduce((sum, f) => sum + input.weight[f * input.bias.length + j], b),
    );
    const hidden = relu(times(dense, relu(first)));
    const logit = (k) => hidden.reduce((sum, v, i) => sum + v * policy.weight[k * hidden.length + i], policy.bias[k]);
    return difference(position, softmax(times(value, hidden)), logit);
  }),
);
