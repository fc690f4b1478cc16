/** Begins the cabinet in the page that the service made for it. */
import './library.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useCallback, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { queries } from './api/queries';
import { App } from './app';
import { messenger, watchScheme } from './session/messenger';
import { resolver, theme } from './theme';
import { loadWords, SpokenContext } from './words';

const place = document.getElementById('cabinet');
if (place === null) throw new Error('The page has no place for the cabinet.');
const { messenger: messengerScript = '', language = 'en', currency = '', zone = '' } = place.dataset;
const units = { currency, zone };

/** Styles that a script makes are let in by the mark that the page was given. */
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
setNonce(nonce);

function Cabinet(props: { first: string }): ReactNode {
  const [language, setLanguage] = useState(props.first);
  // Inside the messenger it is as dark or light as that is.
  const scheme = useSyncExternalStore(watchScheme, () => messenger()?.colorScheme);
  const speak = useCallback(async (next: string) => {
    await loadWords(next);
    setLanguage(next);
    document.documentElement.lang = next;
  }, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      {...(scheme === undefined ? {} : { forceColorScheme: scheme })}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <SpokenContext value={{ language, speak }}>
          <App messengerScript={messengerScript} units={units} />
        </SpokenContext>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = createRoot(place);
void loadWords(language).then(() => {
  root.render(
    <StrictMode>
      <Cabinet first={language} />
    </StrictMode>,
  );
});
