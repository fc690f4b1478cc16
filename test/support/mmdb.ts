/**
 * Writes address databases in the .mmdb format, as small as a test needs them: a binary tree over the bits of the
 * address, then the data of its leaves, then what the file says of itself.
 */

export type MmdbValue = string | number | MmdbValue[] | { [key: string]: MmdbValue };

/** A network of IPv4, such as `1.2.3.0/24`, and what is known of it. */
export type MmdbEntries = Record<string, MmdbValue>;

const MAP = 7;
const ARRAY = 11;
const TEXT = 2;
const UINT32 = 6;

/** @param kind what the file calls itself; `Test-Country` has no cities */
export function makeMmdb(entries: MmdbEntries, kind = 'Test-City'): Buffer {
  const data: Buffer[] = [];
  let dataLength = 0;
  const root: Node = {};
  for (const [network, value] of Object.entries(entries)) {
    const bytes = encode(value);
    plant(root, network, dataLength);
    data.push(bytes);
    dataLength += bytes.length;
  }
  const { tree, nodeCount } = layOut(root);
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: kind,
    description: { en: 'Made by a test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodeCount,
    record_size: 32,
  });
  const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata]);
}

interface Node {
  zero?: Node | number;
  one?: Node | number;
}

function plant(root: Node, network: string, offset: number): void {
  const [address = '', length = '32'] = network.split('/');
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  let node = root;
  for (const [index, bit] of [...bits.slice(0, Number(length))].entries()) {
    const side = bit === '0' ? 'zero' : 'one';
    if (index === Number(length) - 1) {
      node[side] = offset;
      return;
    }
    const next = node[side];
    if (typeof next === 'number') throw new Error(`networks overlap at ${network}`);
    node = node[side] = next ?? {};
  }
}

/** Each node is two records of 32 bits: another node, nothing (the count of nodes), or data (counted on from there). */
function layOut(root: Node): { tree: Buffer; nodeCount: number } {
  const nodes: Node[] = [root];
  for (const node of nodes) {
    for (const side of [node.zero, node.one]) if (typeof side === 'object') nodes.push(side);
  }
  const positions = new Map(nodes.map((node, index) => [node, index]));
  const tree = Buffer.alloc(nodes.length * 8);
  const record = (side: Node | number | undefined) => {
    if (side === undefined) return nodes.length;
    return typeof side === 'number' ? nodes.length + 16 + side : (positions.get(side) ?? 0);
  };
  for (const [index, node] of nodes.entries()) {
    tree.writeUInt32BE(record(node.zero), index * 8);
    tree.writeUInt32BE(record(node.one), index * 8 + 4);
  }
  return { tree, nodeCount: nodes.length };
}

function encode(value: MmdbValue): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(UINT32, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(ARRAY, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value);
  return Buffer.concat([
    head(MAP, pairs.length),
    ...pairs.flatMap(([key, one]) => [encode(key), encode(one)]),
  ]);
}

/** Kind in the upper three bits (0 and a second byte for kinds from 8 on), size below; from 29 on it takes another byte. */
function head(kind: number, size: number): Buffer {
  const small = size < 29 ? size : 29;
  const bytes = kind < 8 ? [(kind << 5) | small] : [small, kind - 7];
  return Buffer.from(size < 29 ? bytes : [...bytes, size - 29]);
}
