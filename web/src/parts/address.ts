/** What a list is searched and filtered by. It stands in the address: after Back and after a reload, the list is as it was left. */
import { useSearchParams } from 'wouter';

/** @returns `''` where the address does not say */
export function useInAddress(name: string): [value: string, set: (next: string) => void] {
  const [query, setQuery] = useSearchParams();
  const set = (next: string): void => {
    setQuery(
      (known) => {
        if (next === '') known.delete(name);
        else known.set(name, next);
        return known;
      },
      { replace: true },
    );
  };
  return [query.get(name) ?? '', set];
}

/** One of these; the first where the address names none. */
export function useChoiceInAddress<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [value: Value, set: (next: Value) => void] {
  const [first] = values;
  const [said, set] = useInAddress(name);
  return [values.find((each) => each === said) ?? first, (next) => set(next === first ? '' : next)];
}
