/** The client as the service serves it: a package for npm and one for Python, of one version. */

/** Of service and client; `npm run release` writes it wherever it stands, and a test compares it with the client's. */
export const VERSION = '0.1.0';

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
