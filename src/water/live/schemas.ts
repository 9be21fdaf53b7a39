import { Type } from 'typebox';
import { FormObject, Instant, Line } from '../../kit/api/schema/schema.ts';

export const Ticket = Type.Object({
  ticket: Type.String({ description: 'Opens one stream, once.' }),
  expires_at: Instant,
});

export const StreamQuery = FormObject({
  ticket: Line(100, { description: 'A fresh ticket; in place of a bearer token.' }),
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Id of the last event seen; the header `Last-Event-ID` says the same.',
    }),
  ),
  page: Type.Optional(
    Line(64, {
      description:
        'A name of the own choosing: the stream takes the place of one by the same name, if the session has one.',
    }),
  ),
});

export const EventStream = {
  description: 'Events as they happen, until one of the two hangs up.',
  content: { 'text/event-stream': { schema: Type.String() } },
};
