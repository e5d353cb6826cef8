import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface Member {
  readonly name: string;
  readonly data: Buffer;
  readonly method?: number;
  /** What the archive has for `data`; packed by `method` when left out. */
  readonly packed?: Buffer;
  readonly isEncrypted?: boolean;
  /** What the archive says of the unpacked size. */
  readonly size?: number;
}

/** A ZIP archive with `members`. */
export function zipOf(members: readonly Member[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { name, data, method = 8, isEncrypted = false, size = data.length } = member;
    const packed = member.packed ?? packedBy(method, data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

function packedBy(method: number, data: Buffer): Buffer {
  if (method === 0) return data;
  return method === 93
    ? Buffer.concat([frame(data.subarray(0, 9)), frame(data.subarray(9))])
    : deflateRawSync(data);
}

/** A frame of Zstandard that says nothing of its size, with one block as it is. */
function frame(data: Buffer): Buffer {
  const block = Buffer.alloc(3);
  block.writeUIntLE((data.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]), block, data]);
}

/** A member with `value` as JSON. */
export const json = (name: string, value: unknown, method?: number): Member => ({
  name,
  data: Buffer.from(JSON.stringify(value)),
  ...(method === undefined ? {} : { method }),
});
