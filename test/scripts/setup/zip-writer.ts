import { deflateRawSync } from 'node:zlib';

/** A file to add to an archive; `mode` as on Unix. */
export interface Packed {
  readonly name: string;
  readonly content: string;
  readonly mode?: number;
  readonly stored?: boolean;
}

/** A ZIP archive of `files`, as Info-ZIP writes it on Unix, without the fields that the reader ignores. */
export function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, content, mode = 0o100644, stored = false } of files) {
    const data = stored ? Buffer.from(content) : deflateRawSync(content);
    const header = locals.reduce((length, part) => length + part.length, 0);
    locals.push(localHeader(name), Buffer.from(name), data);
    directory.push(directoryEntry({ name, mode, stored, size: data.length, header }), Buffer.from(name));
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return Buffer.concat([...locals, list, end]);
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

function directoryEntry(entry: {
  name: string;
  mode: number;
  stored: boolean;
  size: number;
  header: number;
}): Buffer {
  const header = Buffer.alloc(46);
  header.write('PK\x01\x02', 'latin1');
  header.writeUInt16LE(entry.stored ? 0 : 8, 10);
  header.writeUInt32LE(entry.size, 20);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 28);
  header.writeUInt32LE((entry.mode << 16) >>> 0, 38);
  header.writeUInt32LE(entry.header, 42);
  return header;
}
