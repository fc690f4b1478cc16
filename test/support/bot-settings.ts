/** Values of a bot's settings that are not the default, by the kinds of their rows. */
import type { BotSetting } from '../../core/terms/index.js';

export function otherThanDefault(row: BotSetting): unknown {
  switch (row.kind) {
    case 'flag':
      return !row.default;
    case 'whole':
      return row.max;
    case 'choice':
      return row.choices.find((choice) => choice !== row.default);
    case 'prose':
      return 'Join us';
    case 'picture':
      return 'https://example.org/b.png';
    case 'codes':
      return ['crypto', 'games'];
    case 'money':
      return 1_250_000n;
  }
}
