/** GET /client and the packages below it: the client for bots, served by the service that it asks. */
import { clientPackages } from '../../core/client-packages.js';
import { publicUrl } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import { replyTo, send } from '../envelope.js';
import { clientPage } from '../pages/client.js';
import { type ClientArchive, clientArchives } from '../pages/client-archives.js';
import { languageOf } from '../pages/language.js';
import { publicGet } from '../route.js';

export const clientIndex = publicGet('/client', ({ service, request, response }) => {
  response.setHeader('Vary', 'Accept, Accept-Language');
  const archives = [...clientArchives().values()];
  // What names no kind gets JSON, as on all paths for programs.
  const isPerson =
    request.get('accept') !== undefined && request.accepts(['application/json', 'text/html']) === 'text/html';
  const address = publicUrl(service.settings);
  if (isPerson)
    send(
      response,
      clientPage(languageOf(request), service.settings.SERVICE_NAME, clientPackages(address), archives),
    );
  else
    send(
      response,
      replyTo({
        message: 'The packages of the client.',
        payload: { packages: archives.map((one) => shown(address, one)) },
      }),
    );
});

const shown = (address: string, { file, name, language, version, sha256, bytes }: ClientArchive) => ({
  name,
  language,
  version,
  sha256,
  url: `${address}/client/${file}`,
  bytes: bytes.length,
});

export const clientArchive = publicGet('/client/:file', ({ request, response }) => {
  const archive = clientArchives().get(String(request.params['file']));
  if (archive === undefined) throw new ServiceError('not_found', 'There is no such package.');
  const tag = `"${archive.sha256}"`;
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  if (request.get('if-none-match')?.includes(tag) === true) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/gzip');
  response.setHeader('Content-Length', archive.bytes.length);
  response.end(archive.bytes);
});
