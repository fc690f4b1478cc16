/** The client as the service serves it: a package for npm and one for Python, of one version. */

/** As in `client/package.json` and `client/python/pyproject.toml`; a test compares them. */
const VERSION = '0.1.0';

export type ClientPackages = ReturnType<typeof clientPackages>;

/**
 * Returns the address of each package, which names its version. What it leads to never changes.
 * @param address of the service, without a slash at its end
 */
export function clientPackages(address: string) {
  const folder = `${address}/client`;
  return {
    npm: `${folder}/sponsorgate-client-${VERSION}.tgz`,
    python: `${folder}/sponsorgate-${VERSION}.tar.gz`,
  };
}
