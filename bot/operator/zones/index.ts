/** Asks in which time zone a person reads times; the answer is kept with their account. */
import { Composer } from 'grammy';
import type { OperatorContext } from '../context.js';
import { begin, type Answers, type Form } from '../dialogue/index.js';
import { NotUnderstood } from '../dialogue/form.js';
import { onPress, StaleButton } from '../press.js';
import { button, inRows, type Screen } from '../screen.js';
import { keepZone, offsetText, readZone, zoneName, zoneOf, zonesOffered, zoneText } from './zone.js';

export { keepZone, type PersonZone, zoneOf, zoneText } from './zone.js';

/** In the place of an order's key: the question was asked from the profile. */
const NO_ORDER = '-';

export function createZones(): Composer<OperatorContext> {
  const composer = new Composer<OperatorContext>();
  onPress(composer, 'zone', (ctx, key = NO_ORDER) => Promise.resolve(zoneScreen(ctx, key)));
  onPress(composer, 'zone-set', async (ctx, key = NO_ORDER, index) => {
    const zone = zonesOffered[Number(index)];
    if (zone === undefined) throw new StaleButton();
    await keepZone(ctx, zone);
    return zoneScreen(ctx, key);
  });
  onPress(composer, 'zone-write', (ctx, key = NO_ORDER) => begin(ctx, 'zone', { key }));
  return composer;
}

/** Where it was asked from; a key that is no order's leads to what says so. */
const backTo = (key: string) => (key === NO_ORDER ? ['language'] : ['sch-start', key]);

function zoneScreen(ctx: OperatorContext, key: string): Screen {
  const { words } = ctx.visitor;
  const nowMs = ctx.parts.nowMs();
  const { zone, isGuessed } = zoneOf(ctx);
  const choices = zonesOffered.map((offered, index) =>
    button(
      `${offered === zone ? '• ' : ''}${zoneName(offered, words)} · ${offsetText(offered, nowMs)}`,
      'zone-set',
      key,
      index,
    ),
  );
  return {
    html: words.html(isGuessed ? 'zone-ask' : 'zone-kept', { zone: zoneText(zone, words, nowMs) }),
    rows: [
      ...inRows(choices, 2),
      [button(words.text('button-write'), 'zone-write', key)],
      [button(words.text('button-back'), ...backTo(key))],
    ],
  };
}

export const zoneForm: Form = {
  name: 'zone',
  questions: [
    {
      name: 'zone',
      ask: ({ visitor: { words } }) => ({ html: words.html('zone-write') }),
      read: ({ visitor: { words } }, text) => {
        const zone = readZone(text);
        if (zone === null) throw new NotUnderstood(words.text('error-zone'));
        return zone;
      },
    },
  ],
  backTo: ({ key = NO_ORDER }: Answers) => ['zone', key],
  finish: async (ctx, { key = NO_ORDER, zone = '' }) => {
    await keepZone(ctx, zone);
    return zoneScreen(ctx, key);
  },
};
