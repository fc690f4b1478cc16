/** One process of the service: the whole core over its own connection to the store. It can be killed at any named point. */
import type { Platform } from '../../core/platform.js';
import type { Clock, Ports, Random, Store } from '../../core/ports.js';
import type { WebhookSender } from '../../core/ports/outgoing.js';
import type { Settings } from '../../core/config.js';
import { createService, type Service } from '../../core/service.js';
import type { Vault } from '../../core/vault.js';
import type { Audit } from './audit.js';
import { idlePorts } from './idle-ports.js';
import type { CommandFault, Host, Mortal, Sql } from './host.js';

/** A fault put in on purpose, to see that the simulation finds it; absent parts are sound. */
export interface Mutation {
  /** What is done within commands. */
  command?: CommandFault;
  /** @param sql past the store */
  store?(store: Store, sql: Sql): Store;
  service?(service: Service, ports: Ports): Service;
  platform?(platform: Platform): Platform;
  /** Done to the database itself, after each step. */
  tamper?(audit: Audit, step: number): void;
  /** Which process it is in; all when absent. */
  only?: string;
}

export interface ProcessParts {
  host: Host;
  settings: Settings;
  clock: Clock;
  random: Random;
  vault: Vault;
  mutation: Mutation;
  platform(process: SimProcess): Platform;
  sender(process: SimProcess): WebhookSender;
  /** An error that the process logs is a fault of ours. */
  onError(message: string): void;
}

/** Logged as errors for the operator; here the platform does it on purpose. */
const EXPECTED = 'the platform gave a payment back';

export class SimProcess implements Mortal {
  isDead = false;
  readonly store: Store;
  readonly service: Service;
  readonly platform: Platform;
  readonly #close: () => void;

  constructor(
    readonly name: string,
    { host, settings, clock, random, vault, mutation, platform, sender: senderOf, onError }: ProcessParts,
  ) {
    const mine = mutation.only === undefined || mutation.only === name ? mutation : {};
    const { store, sql, close } = host.open(this, { settings, clock, fault: mine.command ?? {} });
    this.#close = close;
    this.store = this.#mortal(mine.store?.(store, sql) ?? store);
    const sender = senderOf(this);
    const port = platform(this);
    this.platform = mine.platform?.(port) ?? port;
    const error = (facts: Record<string, unknown>, message: string) => {
      if (!this.isDead && !message.startsWith(EXPECTED)) onError(`${message} ${JSON.stringify(facts)}`);
    };
    const ports: Ports = {
      store: this.store,
      platform: this.platform,
      ...idlePorts,
      webhookSender: sender,
      clock,
      random,
      vault,
      log: { info: () => undefined, warn: () => undefined, error },
      settings,
    };
    const service = createService(ports);
    this.service = mine.service?.(service, ports) ?? service;
  }

  /** Takes the connection away; all that the process was about to do never happens, without a signal. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#close();
  }

  /** The same store until the process dies; from then on no call is made and none is answered. */
  #mortal(store: Store): Store {
    type Command = (...values: unknown[]) => unknown;
    const mortal = (command: Command, owner: object): Command => {
      return (...values) => {
        if (this.isDead) return new Promise(() => undefined);
        const answer = command.apply(owner, values);
        if (!(answer instanceof Promise)) return answer;
        return new Promise((resolve, reject) => {
          answer.then(
            (value: unknown) => {
              if (!this.isDead) resolve(value);
            },
            (error: unknown) => {
              // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever it was
              if (!this.isDead) reject(error);
            },
          );
        });
      };
    };
    const entries = Object.entries(store).map(([name, port]: [string, unknown]) => {
      if (typeof port === 'function') return [name, mortal(port as Command, store)] as const;
      const commands = Object.entries(port as object).map(([command, run]: [string, unknown]) => {
        const isCommand = typeof run === 'function';
        return [command, isCommand ? mortal(run as Command, port as object) : run] as const;
      });
      return [name, Object.fromEntries(commands)] as const;
    });
    // Port by port and command by command the same.
    const ports: unknown = Object.fromEntries(entries);
    return ports as Store;
  }
}
