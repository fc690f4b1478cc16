/** A process of its own that books the shares of referrals until none is left, as the bot process does each minute. It runs what was built. */
const built = (file) => import(new URL(`../../dist/${file}.js`, import.meta.url).href);
const [{ openService }, { parseSettings }] = [await built('scripts/compose'), await built('core/config')];

const { service, close } = await openService(parseSettings(process.env));
while ((await service.referrals.book()) > 0);
await close();
