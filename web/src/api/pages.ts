/** Lists that are asked for page by page, each from where the one before ended. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answered, type Asked, call, type Operation, type Refusal } from './client';

/** @param next what the page after this one is asked with; null: it is the last */
export function usePages<Path extends Operation>(
  operation: Path,
  asked: Asked<Path>,
  next: (page: Answered<Path>) => Partial<Asked<Path>> | null,
) {
  type From = Partial<Asked<Path>>;
  return useInfiniteQuery<Answered<Path>, Refusal, Answered<Path>[], readonly unknown[], From>({
    queryKey: [operation, asked],
    queryFn: ({ pageParam, signal }) => call(operation, Object.assign({}, asked, pageParam), signal),
    initialPageParam: {},
    getNextPageParam: (page) => next(page) ?? undefined,
    select: ({ pages }) => pages,
  });
}
