/**
 * Node's HTTP modules. An `import` of `node:http` reads every name that it exports, among them the
 * ones for which Node then loads its whole client for `fetch`: 14 MB that nobody here uses.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
