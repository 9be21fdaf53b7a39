import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../kit/http/app.ts';
import { canonicalAnswer, hashBody, signText } from './canonical.ts';
import { signatureHeader, signatureOf } from './sent-signature.ts';

/**
 * Signs the answers to requests whose signature was right, failures too, on the routes that are declared from
 * here on. An answer that is not signed may be anybody's: a board takes it for none.
 */
export function signAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    done(null, isText ? signAnswer(request, reply, payload) : payload);
  });
}

function signAnswer(request: FastifyRequest, reply: FastifyReply, body: string | Buffer) {
  const sent = signatureOf(request);
  if (!sent?.provenBy) return body;
  const { tag, isInQuery } = sent;
  const parts = { status: reply.statusCode, tag, bodyHash: hashBody(body) };
  const signature = signText(sent.provenBy.apiKey, canonicalAnswer(parts));
  if (!isInQuery) {
    reply.header(signatureHeader, signature);
    return body;
  }
  // A modem that sets no header reads none either. Both ends of this have a fixed length.
  reply.removeHeader('content-length');
  return `{"body":${String(body)},"signature":"${signature}"}`;
}
