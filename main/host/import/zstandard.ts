import { Decompress, decompress } from 'fzstd';

/** One of several successive frames. */
interface Frame {
  readonly bytes: Buffer;
  /** The unpacked size; missing when the frame does not declare it. */
  readonly size: number | undefined;
  readonly window: number;
  readonly blocks: number;
}

/**
 * Unpacks `packed`, whose unpacked size is `size` bytes. Frames are unpacked one by one, because the library accepts at most 256
 * MB at once.
 * @throws {Error} when it is damaged or larger.
 */
export function unpackZstandard(packed: Buffer, size: number): Buffer {
  const unpacked = Buffer.alloc(size);
  const frames = [...framesOf(packed)];
  const known = frames.reduce((sum, frame) => sum + (frame.size ?? 0), 0);
  const unknown = frames.filter((frame) => frame.size === undefined).length;
  let at = 0;
  for (const frame of frames) {
    const length = frame.size ?? (unknown === 1 ? size - known : undefined);
    if (length !== undefined && (length < 0 || at + length > size))
      throw new Error('it unpacks to too many bytes');
    if (length === undefined) at = stream(frame, unpacked, at);
    else {
      decompress(frame.bytes, unpacked.subarray(at, at + length));
      at += length;
    }
  }
  return unpacked.subarray(0, at);
}

/** The number of bytes at the beginning of a packed file that have its first block. */
export const FIRST_BLOCK_BYTES = 2 ** 17 + 1_000;

/** The first block that is packed in `packed`, the first bytes of a file. @throws {Error} when it is damaged. */
export function beginningOfZstandard(packed: Buffer): Buffer {
  if (headerAt(packed, MAGIC_BYTES).window > MAX_WINDOW) throw new Error('it takes too much work to unpack');
  const blocks: Uint8Array[] = [];
  new Decompress((block) => blocks.push(block)).push(packed.subarray(0, FIRST_BLOCK_BYTES));
  return Buffer.concat(blocks);
}

/** The maximum work for a frame: the library moves the whole window for each block, and real files stay far below. */
const MAX_MOVED = 2 ** 36; // bytes
const MAX_WINDOW = 2 ** 27; // bytes, as zstd's own tool

/** Unpacks a frame without a declared size into `unpacked` at position `at`. Returns the end position. */
function stream({ bytes, window, blocks }: Frame, unpacked: Buffer, at: number): number {
  if (window > MAX_WINDOW || window * blocks > MAX_MOVED) throw new Error('it takes too much work to unpack');
  let end = at;
  const decoder = new Decompress((block) => {
    if (end + block.length > unpacked.length) throw new Error('it unpacks to too many bytes');
    unpacked.set(block, end);
    end += block.length;
  });
  decoder.push(bytes, true);
  return end;
}

const MAGIC = 0xfd2fb528;
const MAGIC_BYTES = 4;

/** The frames of `packed`, found by their headers and the headers of their blocks (RFC 8878). */
function* framesOf(packed: Buffer): Generator<Frame> {
  let at = 0;
  while (at < packed.length) {
    const magic = packed.readUInt32LE(at);
    if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
      // It has no data.
      at += 8 + packed.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== MAGIC) throw new Error('it is not Zstandard');
    const header = headerAt(packed, at + MAGIC_BYTES);
    const { end, blocks } = blocksAt(packed, header.end);
    const next = end + (header.hasChecksum ? 4 : 0);
    if (next > packed.length) throw new Error('a frame has no end');
    yield { bytes: packed.subarray(at, next), size: header.size, window: header.window, blocks };
    at = next;
  }
}

interface Header {
  readonly end: number;
  readonly size: number | undefined;
  readonly window: number;
  readonly hasChecksum: boolean;
}

function headerAt(packed: Buffer, at: number): Header {
  const flags = packed.readUInt8(at);
  const isSingle = (flags & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const sizeAt = at + (isSingle ? 1 : 2) + dictionary;
  const size = sizeBytes === 0 ? undefined : sizeOf(packed, sizeAt, sizeBytes);
  const descriptor = isSingle ? 0 : packed.readUInt8(at + 1);
  const base = 2 ** (10 + (descriptor >> 3));
  return {
    end: sizeAt + sizeBytes,
    size,
    window: isSingle ? size! : base + (base / 8) * (descriptor & 7),
    hasChecksum: (flags & 4) !== 0,
  };
}

function sizeOf(packed: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(packed.readBigUInt64LE(at));
  // Sizes under 256 have a single byte.
  return packed.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

/** The end of the blocks that begin at `start`, and their number. */
function blocksAt(packed: Buffer, start: number): { readonly end: number; readonly blocks: number } {
  let at = start;
  for (let blocks = 1; ; blocks++) {
    const header = packed.readUIntLE(at, 3);
    const [isLast, isRepeated] = [(header & 1) === 1, ((header >> 1) & 3) === 1];
    at += 3 + (isRepeated ? 1 : header >> 3);
    if (isLast) return { end: at, blocks };
  }
}
