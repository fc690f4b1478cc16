/** The admin command about the operator's own keys at other networks. */
import type { Command } from 'commander';
import { table } from './answer.js';
import { moneyColumn, withService } from './admin.js';

export function addNetworkCommands(program: Command): void {
  program
    .command('networks')
    .description('Lists the networks of HOUSE_NETWORKS, and what they say of the last thirty days.')
    .action(() =>
      withService(async ({ networkSetups }, { CURRENCY }) => {
        table(await networkSetups.house(), [
          { key: 'network', title: 'Network', value: (row) => row.name },
          { key: 'listed', title: 'Offered', value: (row) => row.listed, isNumber: true },
          { key: 'done', title: 'Done', value: (row) => row.done, isNumber: true },
          moneyColumn('claimed', 'It says it paid', CURRENCY, (row) => row.claimedMicros),
        ]);
      }),
    );
}
