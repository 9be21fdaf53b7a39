import { chunksOf } from '../../kit/chunks.ts';
import type { StoredMessage } from '../message.ts';
import { simulatorName } from '../providers/simulator/simulator.ts';
import { choose, findRoute, type Route, routeInOrder } from '../providers/sms-routes.ts';
import type { Connector } from './connectors/connector.ts';

/** Messages that go to one provider in one call. */
export type Submission = { connector: Connector; messages: StoredMessage[] };

type ChoiceDeps = {
  connectors: ReadonlyMap<string, Connector>;
  routes: readonly Route[];
  /** From 0 to 1, 1 excluded. */
  random: () => number;
};

export type ConnectorChoice = ReturnType<typeof createConnectorChoice>;

/** Most messages of one submit: the "20" of document 2's summary line, as `docs/api/sms.md` reads it. */
const largestSubmission = 20;

const toSimulator = routeInOrder([simulatorName]);

/** Chooses the providers of messages by their routes, and what each can take. */
export function createConnectorChoice({ connectors, routes, random }: ChoiceDeps) {
  /** A message that trial credits paid for reaches no phone, wherever the routes lead. */
  const routeOf = ({ simulated, phone, class: messageClass }: StoredMessage): Route =>
    findRoute(simulated ? toSimulator : routes, phone, messageClass);

  /** The connector of the message's route that is next and can take it; undefined where none can. */
  const choiceFor = (message: StoredMessage, can: (connector: Connector) => boolean) => {
    const isAble = (name: string) => {
      const connector = connectors.get(name);
      return connector !== undefined && can(connector);
    };
    const name = choose(routeOf(message), isAble, random());
    return name === undefined ? undefined : connectors.get(name);
  };

  return {
    choiceFor,
    /** All connectors of a message's route. */
    allFor: (message: StoredMessage): Connector[] => {
      const names = routeOf(message)
        .steps.flat()
        .map(({ provider }) => provider);
      return [...new Set(names)].flatMap((name) => connectors.get(name) ?? []);
    },
    /** Sorts messages to the providers that take them now, and takes their places there. */
    toSubmissions: (
      messages: StoredMessage[],
    ): { submissions: Submission[]; placeless: StoredMessage[] } => {
      const chosen = messages.map((message) => {
        const connector = choiceFor(message, (each) => each.free() > 0);
        connector?.take(1);
        connector?.noteSent();
        return { connector, message };
      });
      const submissions: Submission[] = [];
      const placeless: StoredMessage[] = [];
      for (const [connector, theirs] of Map.groupBy(chosen, ({ connector }) => connector)) {
        const all = theirs.map(({ message }) => message);
        if (connector) submissions.push(...inSubmissions(connector, all));
        else placeless.push(...all);
      }
      return { submissions, placeless };
    },
  };
}

function inSubmissions(connector: Connector, messages: StoredMessage[]): Submission[] {
  const size = Math.min(largestSubmission, connector.provider.batch);
  return [...chunksOf(messages, size)].map((chunk) => ({ connector, messages: chunk }));
}
