/** Asks in which time zone a person reads times; the answer is kept with their account. */
import type { Composer } from 'grammy';
import { actions, callbackData, NO_ORDER, type ZoneKey } from '../actions.js';
import type { OperatorContext } from '../context.js';
import { begin, type Answers, type Form } from '../dialogue/index.js';
import { NotUnderstood } from '../dialogue/form.js';
import { onPress } from '../press.js';
import { button, buttonOf, inRows, type Screen } from '../screen.js';
import { keepZone, offsetText, readZone, zoneName, zoneOf, zonesOffered, zoneText } from './zone.js';

export { keepZone, zoneOf, zoneText } from './zone.js';

export function addZones(composer: Composer<OperatorContext>): void {
  onPress(composer, 'zone', (ctx, { key = NO_ORDER }) => zoneScreen(ctx, key));
  onPress(composer, 'zone-set', async (ctx, { key, zone }) => {
    await keepZone(ctx, zone);
    return zoneScreen(ctx, key);
  });
  onPress(composer, 'zone-write', (ctx, { key = NO_ORDER }) =>
    begin(ctx, 'zone', callbackData('zone', { key }), { key }),
  );
}

/** What a dialogue was begun with. */
const keyIn = ({ key = NO_ORDER }: Answers): ZoneKey => actions['zone-set'].key.parse(key) ?? NO_ORDER;

/** Where it was asked from; a key that is no order's leads to what says so. */
const backTo = (key: ZoneKey) =>
  key === NO_ORDER ? callbackData('language') : callbackData('sch-start', { key });

function zoneScreen(ctx: OperatorContext, key: ZoneKey): Screen {
  const { words } = ctx;
  const nowMs = ctx.nowMs();
  const { zone, isGuessed } = zoneOf(ctx);
  const choices = zonesOffered.map((offered) =>
    button(
      `${offered === zone ? '• ' : ''}${zoneName(offered, words)} · ${offsetText(offered, nowMs)}`,
      'zone-set',
      { key, zone: offered },
    ),
  );
  return {
    html: words.html(isGuessed ? 'zone-ask' : 'zone-kept', { zone: zoneText(zone, words, nowMs) }),
    rows: [
      ...inRows(choices, 2),
      [button(words.text('button-write'), 'zone-write', { key })],
      [buttonOf(words.text('button-back'), backTo(key))],
    ],
  };
}

export const zoneForm: Form = {
  name: 'zone',
  questions: [
    {
      name: 'zone',
      ask: ({ words }) => ({ html: words.html('zone-write') }),
      read: ({ words, nowMs }, text) => {
        const zone = readZone(text, nowMs());
        if (zone === null) throw new NotUnderstood(words.text('error-zone'));
        return zone;
      },
    },
  ],
  finish: async (ctx, answers) => {
    await keepZone(ctx, answers['zone'] ?? '');
    return zoneScreen(ctx, keyIn(answers));
  },
};
