import type { DatabaseModules } from '../db/database.ts';

/** What of this service runs beside the database connection. */
export const databaseModules: DatabaseModules = { procedures: [], renderers: [] };
