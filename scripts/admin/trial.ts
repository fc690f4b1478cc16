/** The admin command that compares two rankings. */
import type { Arm, Interval } from '../../core/forecast/index.js';
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, count, money, moneyColumn } from './admin.js';

const DAYS_MAX = 366;

const percent = (share: number) => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;

function difference(interval: Interval | null): string {
  if (interval === null) return 'nothing to compare yet';
  const { mean, from, to } = interval;
  return from === null || to === null
    ? `${percent(mean)} (too few bots for an interval)`
    : `${percent(mean)} (95 %: ${percent(from)} to ${percent(to)})`;
}

export function addTrialCommands(program: AdminCommand): void {
  program
    .command('trial')
    .description(
      'Compares the ranking of the bots in the trial with that of the others (RANKING_TRIAL_SHARE).',
    )
    .option('--days <number>', 'how many days, today included', count(DAYS_MAX), 14)
    .does(async (service, { days }: { days: number }, { CURRENCY }) => {
      const { rules, trial, others, difference: found, check } = await service.trial.figures(days);
      const whole = (value: number | null) => (value === null ? null : BigInt(Math.round(value)));
      const shown = (micros: bigint | null) => (micros === null ? '' : money(micros, CURRENCY));
      const arms: (Arm & { name: string })[] = [
        { name: `trial: ${rules.trial}`, ...trial },
        { name: `others: ${rules.others}`, ...others },
      ];
      table(arms, [
        column('arm', 'Bots of', ({ name }) => name),
        numberColumn('bots', 'Bots', (arm) => arm.bots),
        numberColumn('impressions', 'Impressions', (arm) => arm.impressions),
        numberColumn('subscribers', 'Paid joins', (arm) => arm.subscribers),
        moneyColumn('paid', 'Paid', CURRENCY, (arm) => arm.paidMicros),
        moneyColumn('per_thousand', 'Per 1,000 impressions', CURRENCY, ({ perThousandMicros }) =>
          BigInt(Math.round(perThousandMicros.mean)),
        ),
        column('interval', '95 %', ({ perThousandMicros: { from, to } }) =>
          from === null ? null : `${shown(whole(from))} to ${shown(whole(to))}`,
        ),
      ]);
      say(`An impression brings in the trial, next to the others: ${difference(found)}.`);
      say(
        `One half of the others next to the other half: ${difference(check)}; this should be about nothing.`,
      );
    });
}
