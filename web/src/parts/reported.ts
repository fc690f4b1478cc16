/** Says as a toast why a command was refused. */
import { useWords } from '../words';
import { sayRefusal } from './page';
import { say } from './toast';

export function useReported(): { onError: (error: unknown) => void } {
  const { failure } = useWords();
  return {
    onError: (error) => say(sayRefusal(error, failure), true),
  };
}
