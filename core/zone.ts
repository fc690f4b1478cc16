/**
 * How far a zone's clock is from UTC, remembered: asking `Intl` takes microseconds, and choosing sponsors asks for every
 * order.
 */

/** A stretch of time in which the zone's offset does not change. */
export interface OffsetSpan {
  fromMs: number;
  toMs: number;
  /** Wall clock minus UTC. */
  offsetMs: number;
}

/** Zones never change their clocks twice within so short a time; the fewest changes lie a month apart. */
const BLOCK_MS = 4 * 86_400_000;
/** Blocks remembered for each zone: about ten years' worth. */
const MAX_BLOCKS = 1_000;
const MAX_ZONES = 50;

interface Block {
  index: number;
  offsetMs: number;
  /** Where the offset changes within the block, and to what; the block's end when it does not. */
  changesAtMs: number;
  laterOffsetMs: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  blocks: Map<number, Block>;
  /** Nearly every question is about now. */
  last: Block;
}

const zones = new Map<string, Zone>();

/** Whether this is the IANA name of a zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** @throws RangeError for a name that is no IANA time zone */
export function offsetMsAt(ms: number, zoneName: string): number {
  const zone = zones.get(zoneName) ?? openZone(zoneName);
  const index = Math.floor(ms / BLOCK_MS);
  const block = zone.last.index === index ? zone.last : blockAt(zone, index);
  return ms < block.changesAtMs ? block.offsetMs : block.laterOffsetMs;
}

/** The stretch from one moment to another (not included), cut wherever the offset changes. */
export function spansOfOffset(fromMs: number, toMs: number, zoneName: string): OffsetSpan[] {
  const zone = zones.get(zoneName) ?? openZone(zoneName);
  const { last } = zone;
  const lastStartMs = last.index * BLOCK_MS;
  if (fromMs >= lastStartMs && fromMs < toMs && toMs <= Math.min(last.changesAtMs, lastStartMs + BLOCK_MS)) {
    return [{ fromMs, toMs, offsetMs: last.offsetMs }];
  }
  const spans: OffsetSpan[] = [];
  const add = (span: OffsetSpan) => {
    if (span.toMs <= span.fromMs) return;
    const before = spans.at(-1);
    if (before?.offsetMs === span.offsetMs) before.toMs = span.toMs;
    else spans.push(span);
  };
  for (let index = Math.floor(fromMs / BLOCK_MS); index * BLOCK_MS < toMs; index++) {
    const { offsetMs, changesAtMs, laterOffsetMs } = blockAt(zone, index);
    const startMs = Math.max(fromMs, index * BLOCK_MS);
    const endMs = Math.min(toMs, (index + 1) * BLOCK_MS);
    add({ fromMs: startMs, toMs: Math.min(endMs, changesAtMs), offsetMs });
    add({ fromMs: Math.max(startMs, changesAtMs), toMs: endMs, offsetMs: laterOffsetMs });
  }
  return spans;
}

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const nowhere: Block = { index: NaN, offsetMs: 0, changesAtMs: 0, laterOffsetMs: 0 };
  const zone: Zone = { format, blocks: new Map(), last: nowhere };
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

function blockAt(zone: Zone, index: number): Block {
  let block = zone.blocks.get(index);
  if (block === undefined) {
    block = readBlock(zone.format, index);
    if (zone.blocks.size >= MAX_BLOCKS) zone.blocks.clear();
    zone.blocks.set(index, block);
  }
  zone.last = block;
  return block;
}

function readBlock(format: Intl.DateTimeFormat, index: number): Block {
  let beforeMs = index * BLOCK_MS;
  let afterMs = beforeMs + BLOCK_MS;
  const offsetMs = askOffset(format, beforeMs);
  const laterOffsetMs = askOffset(format, afterMs - 1000);
  if (offsetMs === laterOffsetMs) return { index, offsetMs, changesAtMs: afterMs, laterOffsetMs };
  // Clocks change on whole seconds.
  while (afterMs - beforeMs > 1000) {
    const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2000) * 1000;
    if (askOffset(format, middleMs) === offsetMs) beforeMs = middleMs;
    else afterMs = middleMs;
  }
  return { index, offsetMs, changesAtMs: afterMs, laterOffsetMs };
}

/** Such as `GMT+05:30`; with seconds where clocks ran by the sun, and `GMT` alone for none. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function askOffset(format: Intl.DateTimeFormat, ms: number): number {
  const [, sign = '', hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(ms)) ?? [];
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offsetMs : offsetMs;
}
