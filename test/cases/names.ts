/** What a case has named so far, and the placeholders that stand for it: `{{advertiser.access}}`, `{{first}}`. */

/** Facts of one named thing; its plain value goes by the name `value`. */
export type Facts = Record<string, string | number>;

export class Names {
  /** Usernames of the bots that were added with a token: end users start each of them, unless a case says `stranger`. */
  readonly publisherBots: string[] = [];
  /** Ids of the end users who use them. */
  readonly endUsers: number[] = [];
  readonly #things = new Map<string, Facts>();

  set(name: string, facts: Facts): void {
    this.#things.set(name, facts);
  }

  has(name: string, fact?: string): boolean {
    const facts = this.#things.get(name);
    return facts !== undefined && (fact === undefined || fact in facts);
  }

  get(name: string, fact = 'value'): string | number {
    const found = this.#things.get(name)?.[fact];
    if (found === undefined)
      throw new Error(`The case speaks of {{${name}.${fact}}}, which nothing has made.`);
    return found;
  }

  /** Puts values in the place of placeholders, anywhere inside; a text that is one placeholder takes its value's type. */
  fill<Value>(value: Value): Value {
    return this.#fill(value) as Value;
  }

  #fill(value: unknown): unknown {
    if (typeof value === 'string') return this.#fillText(value);
    if (Array.isArray(value)) return value.map((element) => this.#fill(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#fill(inner)]));
  }

  #fillText(text: string): string | number {
    const whole = /^\{\{([^{}.]+)(?:\.([^{}.]+))?\}\}$/.exec(text);
    if (whole !== null) return this.get(whole[1] ?? '', whole[2]);
    return text.replace(/\{\{([^{}.]+)(?:\.([^{}.]+))?\}\}/g, (_, name: string, fact?: string) =>
      String(this.get(name, fact)),
    );
  }
}
