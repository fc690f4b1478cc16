/** What it says when a process cannot listen where its settings tell it to. */

/** Where a process was to listen, and the settings that say so. */
export interface ListenPlace {
  host: string;
  port: number;
  hostSetting: string;
  portSetting: string;
}

/**
 * Words for the person who started the process: which address, and which setting to change.
 * @param error what the system said, as Node reports it (`code` such as `EADDRINUSE`)
 * @returns the same error where it has nothing to do with the place
 */
export function listenFault(error: unknown, place: ListenPlace): Error {
  const words = faults[(error as NodeJS.ErrnoException | null)?.code ?? ''];
  if (words !== undefined) return new Error(words(place), { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

const noAddress = ({ host, hostSetting }: ListenPlace): string =>
  `this machine has no address ${host}. Set ${hostSetting} to one of its own, such as 127.0.0.1 or 0.0.0.0.`;

const faults: Readonly<Record<string, (place: ListenPlace) => string>> = {
  EADDRINUSE: ({ host, port, portSetting }) =>
    `port ${String(port)} of ${host} is taken by another program. Stop that one, or set ${portSetting} to another port.`,
  EACCES: ({ port, portSetting }) =>
    `this user may not listen on port ${String(port)}. Set ${portSetting} to a port above 1023.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};
