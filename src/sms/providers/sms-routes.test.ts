import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { choose, findRoute, parseRoutes, RoutesError, routeInOrder } from './sms-routes.ts';

const known = ['smpp', 'africastalking', 'simulator'];
const example =
  '25470,25471=smpp:3+africastalking:1>simulator; promotional/*=africastalking; *=smpp>africastalking';

const refusal = (text: string): string => {
  try {
    parseRoutes(text, known);
  } catch (error) {
    assert.ok(error instanceof RoutesError);
    return error.message;
  }
  return 'accepted';
};

describe('routes', () => {
  const routes = parseRoutes(example, known);

  it('read rules, prefixes, steps and weights', () => {
    assert.deepEqual(routes[1], {
      class: null,
      prefix: '25471',
      steps: [
        [
          { provider: 'smpp', weight: 3 },
          { provider: 'africastalking', weight: 1 },
        ],
        [{ provider: 'simulator', weight: 1 }],
      ],
    });
  });

  it('take the longest prefix first, then the class', () => {
    const stepOf = (phone: string, messageClass: 'transactional' | 'promotional') =>
      findRoute(routes, phone, messageClass).steps[0]?.[0]?.provider;
    assert.equal(findRoute(routes, '254712345678', 'promotional').prefix, '25471');
    assert.equal(stepOf('254112345678', 'promotional'), 'africastalking');
    assert.equal(stepOf('254112345678', 'transactional'), 'smpp');
  });

  it('name what is wrong with them', () => {
    assert.match(refusal('smpp'), /"smpp" is not of the form/);
    assert.match(refusal('*=nexmo'), /"nexmo" names none of the providers smpp, /);
    assert.match(refusal('urgent/*=smpp'), /"urgent" is not one of transactional, promotional/);
    assert.match(refusal('2547*=smpp; *=smpp'), /"2547\*" in .* is neither digits nor \*/);
    assert.match(refusal('*=smpp:0'), /weight of smpp/);
    assert.match(refusal('promotional/*=smpp'), /rule for \* that takes transactional/);
    assert.match(refusal(''), /rule for \*/);
    assert.match(refusal('*='), /"" names none/);
  });

  it('fall over to the next step when a provider cannot, and to nobody when none can', () => {
    const [route] = routeInOrder(['smpp', 'africastalking']);
    assert.ok(route);
    assert.equal(
      choose(route, () => true, 0.5),
      'smpp',
    );
    assert.equal(
      choose(route, (name) => name !== 'smpp', 0.5),
      'africastalking',
    );
    assert.equal(
      choose(route, () => false, 0.5),
      undefined,
    );
  });

  it('hold: within a step the shares follow the weights', () => {
    const route = findRoute(routes, '254700000000', 'transactional');
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        assert.equal(
          choose(route, () => true, random),
          random < 0.75 ? 'smpp' : 'africastalking',
        );
        assert.equal(
          choose(route, (name) => name !== 'smpp', random),
          'africastalking',
        );
      }),
    );
  });
});
