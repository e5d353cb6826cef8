import { writeFileSync } from 'node:fs';

/**
 * A language model in a GGUF file, small enough to be made in a test. It is a llama of one layer whose weights of attention are
 * zero: the next token depends on the last one only, by a table of preferences. So what it says makes no sense, but what a test
 * wants of its sentences, such as that they end, can be had.
 */
export interface TinyModel {
  /** Different seeds make models with different preferences. */
  readonly seed?: number;
  /** Tokens besides the printable characters of ASCII and the bytes. */
  readonly pieces?: readonly string[];
  /** How much it likes some tokens, as logits: `{ '"': 4 }`. */
  readonly likes?: Readonly<Record<string, number>>;
  /** The same for pairs of tokens, `{ 'a': { 'b': 4 } }`: after an a, it likes a b. */
  readonly pairs?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const HEAD = 32;
const FORWARD = 32;
const CONTEXT = 65_536;
const END = '</s>';

/** ChatML, which engines know. */
const TEMPLATE = String.raw`{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}`;

/** Writes the model into `file`. */
export function writeTinyModel(
  file: string,
  { seed = 1, pieces = [], likes = {}, pairs = {} }: TinyModel = {},
): void {
  const tokens: [text: string, kind: number, score: number][] = [
    ['<unk>', 2, 0],
    ['<s>', 3, 0],
    [END, 3, 0],
  ];
  for (let byte = 0; byte < 256; byte += 1)
    tokens.push([`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 6, 0]);
  for (let code = 32; code < 127; code += 1)
    tokens.push([String.fromCharCode(code).replace(' ', '\u2581'), 1, -1]);
  for (const piece of pieces) tokens.push([piece.replaceAll(' ', '\u2581'), 1, -2]);

  const size = Math.ceil(tokens.length / 32) * 32;
  const next = chance(seed);
  const embedding = new Float32Array(size * tokens.length);
  const output = new Float32Array(size * tokens.length);
  const scale = 1 / Math.sqrt(size); // the norm of a vector with a single 1
  for (const [nth, [text]] of tokens.entries()) {
    embedding[nth * size + nth] = 1;
    const to = spaced(text);
    for (const [before, [from]] of tokens.entries()) {
      const liked = (likes[to] ?? 0) + (pairs[spaced(from)]?.[to] ?? 0);
      output[nth * size + before] = (next() * 2 + liked) * scale;
    }
  }
  const zeros = (length: number): Float32Array => new Float32Array(length);
  const ones = (): Float32Array => zeros(size).fill(1);
  const head = (): Float32Array => zeros(size * HEAD);
  const tensors: readonly (readonly [name: string, shape: readonly number[], values: Float32Array])[] = [
    ['token_embd.weight', [size, tokens.length], embedding],
    ['output_norm.weight', [size], ones()],
    ['output.weight', [size, tokens.length], output],
    ['blk.0.attn_norm.weight', [size], ones()],
    ['blk.0.attn_q.weight', [size, HEAD], head()],
    ['blk.0.attn_k.weight', [size, HEAD], head()],
    ['blk.0.attn_v.weight', [size, HEAD], head()],
    ['blk.0.attn_output.weight', [HEAD, size], head()],
    ['blk.0.ffn_norm.weight', [size], ones()],
    ['blk.0.ffn_gate.weight', [size, FORWARD], zeros(size * FORWARD)],
    ['blk.0.ffn_up.weight', [size, FORWARD], zeros(size * FORWARD)],
    ['blk.0.ffn_down.weight', [FORWARD, size], zeros(size * FORWARD)],
  ];
  const settings: readonly (readonly [key: string, value: Value])[] = [
    ['general.architecture', 'llama'],
    ['general.name', 'tiny'],
    ['llama.context_length', uint(CONTEXT)],
    ['llama.embedding_length', uint(size)],
    ['llama.block_count', uint(1)],
    ['llama.feed_forward_length', uint(FORWARD)],
    ['llama.attention.head_count', uint(1)],
    ['llama.attention.head_count_kv', uint(1)],
    ['llama.attention.key_length', uint(HEAD)],
    ['llama.attention.value_length', uint(HEAD)],
    ['llama.rope.dimension_count', uint(HEAD)],
    ['llama.attention.layer_norm_rms_epsilon', { type: FLOAT, bytes: numbers([1e-5], 'float') }],
    ['llama.vocab_size', uint(tokens.length)],
    ['tokenizer.ggml.model', 'llama'],
    [
      'tokenizer.ggml.tokens',
      list(
        STRING,
        tokens.map(([text]) => stringBytes(text)),
      ),
    ],
    [
      'tokenizer.ggml.scores',
      list(
        FLOAT,
        tokens.map(([, , score]) => numbers([score], 'float')),
      ),
    ],
    [
      'tokenizer.ggml.token_type',
      list(
        INT,
        tokens.map(([, kind]) => numbers([kind], 'int')),
      ),
    ],
    ['tokenizer.ggml.bos_token_id', uint(1)],
    ['tokenizer.ggml.eos_token_id', uint(2)],
    ['tokenizer.ggml.unknown_token_id', uint(0)],
    ['tokenizer.chat_template', TEMPLATE],
  ];
  writeFileSync(file, gguf(settings, tensors));
}

const spaced = (piece: string): string => piece.replaceAll('\u2581', ' ');

/** Types of values in a GGUF file. */
const [UINT, INT, FLOAT, STRING, ARRAY] = [4, 5, 6, 8, 9] as const;
const ALIGNMENT = 32;
const VERSION = 3;

type Value = string | { readonly type: number; readonly bytes: Buffer };

function gguf(
  settings: readonly (readonly [key: string, value: Value])[],
  tensors: readonly (readonly [name: string, shape: readonly number[], values: Float32Array])[],
): Buffer {
  const head = [Buffer.from('GGUF'), numbers([VERSION], 'int'), longs([tensors.length, settings.length])];
  for (const [key, value] of settings) {
    const { type, bytes } = typeof value === 'string' ? { type: STRING, bytes: stringBytes(value) } : value;
    head.push(stringBytes(key), numbers([type], 'int'), bytes);
  }
  const data: Buffer[] = [];
  let offset = 0;
  for (const [name, shape, values] of tensors) {
    head.push(
      stringBytes(name),
      numbers([shape.length], 'int'),
      longs(shape),
      numbers([0], 'int'),
      longs([offset]),
    );
    const bytes = padded(Buffer.from(values.buffer));
    data.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([padded(Buffer.concat(head)), ...data]);
}

const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);

const uint = (value: number): Value => ({ type: UINT, bytes: numbers([value], 'int') });

const list = (type: number, items: readonly Buffer[]): Value => ({
  type: ARRAY,
  bytes: Buffer.concat([numbers([type], 'int'), longs([items.length]), ...items]),
});

function stringBytes(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([longs([bytes.length]), bytes]);
}

const numbers = (values: readonly number[], kind: 'int' | 'float'): Buffer =>
  Buffer.from((kind === 'int' ? Int32Array.from(values) : Float32Array.from(values)).buffer);

const longs = (values: readonly number[]): Buffer => Buffer.from(BigInt64Array.from(values, BigInt).buffer);

/** Numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
