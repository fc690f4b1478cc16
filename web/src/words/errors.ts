/** What the service refuses, in words: those of its topics, which the operator bot speaks too. */
import { FluentBundle, FluentResource } from '@fluent/bundle';

type Values = Readonly<Record<string, string | number>>;

export function errorsIn(language: string, file: string): (name: string, values?: Values) => string {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(file));
  return (name, values = {}) => {
    // A page that was loaded a while ago knows no topic of a newer service.
    const known = bundle.getMessage(`error-${name.replaceAll('_', '-')}`) ?? bundle.getMessage('error-422');
    return bundle.formatPattern(known?.value ?? name, values);
  };
}
