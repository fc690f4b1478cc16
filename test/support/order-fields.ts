/** Values of an order's fields that are not the default, by the kinds of their rows. */
import { alwaysOpen, defaultTargeting, type OrderField } from '../../core/terms/index.js';

export function otherThanDefault(row: OrderField): unknown {
  switch (row.kind) {
    case 'flag':
    case 'truth':
      return !row.default;
    case 'whole':
      return row.max;
    case 'choice':
      return row.choices[1];
    case 'level':
      return row.choices.find((choice) => choice !== row.default);
    case 'link':
      return 'https://t.me/another';
    case 'line':
      return 'Another name';
    case 'code':
      return 'music';
    case 'codes':
      return ['crypto', 'games'];
    case 'secret':
      return '12345:another-token';
    case 'price':
      return 1_250_000n;
    case 'quality':
      return 0.9;
    case 'targeting':
      return { ...defaultTargeting(), gender: 'female', languages: [2], hasBio: true };
    case 'schedule':
      return {
        ...alwaysOpen(),
        startAtMs: Date.UTC(2030, 0, 31, 9),
        endTimeSeconds: 64_800,
        excludedDays: [7],
      };
  }
}
