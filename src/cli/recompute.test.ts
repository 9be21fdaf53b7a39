import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { assertDerivedRowsFit } from '../../test/helpers/check-stored.ts';
import {
  makeStorage,
  type RunningKisima,
  runKisima,
  type Storage,
  startKisima,
} from '../../test/helpers/kisima-process.ts';
