/** The admin command about the operator's own keys at other networks. */
import { column, numberColumn, say, table } from './answer.js';
import { type AdminCommand, moneyColumn } from './admin.js';

export function addNetworkCommands(program: AdminCommand): void {
  program
    .command('networks')
    .description('Lists the networks of HOUSE_NETWORKS, and what they say of the last thirty days.')
    .does(async ({ networkSetups }, _options, { CURRENCY }) => {
      const networks = await networkSetups.house();
      if (networks.length === 0)
        say('HOUSE_NETWORKS is not set: there are no keys of yours at other networks.');
      table(networks, [
        column('network', 'Network', (row) => row.name),
        numberColumn('listed', 'Offered', (row) => row.listed),
        numberColumn('done', 'Done', (row) => row.done),
        moneyColumn('claimed', 'It says it paid', CURRENCY, (row) => row.claimedMicros),
      ]);
    });
}
