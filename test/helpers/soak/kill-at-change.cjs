// Kills its process right before the change of the file system that KILL_AT counts, and writes how many
// there were where it comes to an end; to be required before a program.
const fs = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');

let changes = 0;
for (const name of ['copyFile', 'link', 'mkdir', 'rename', 'rm', 'writeFile', 'chmod']) {
  const change = fs[name];
  fs[name] = (...args) => {
    changes += 1;
    if (changes === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return change(...args);
  };
}
syncBuiltinESMExports();
