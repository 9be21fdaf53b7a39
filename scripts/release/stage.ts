// Puts what runs into a folder, for the image of a container: `node scripts/release/stage.ts FOLDER`.
import about from '../../package.json' with { type: 'json' };
import { stageProgram } from './stage-program.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder?');
console.log(`${folder}: ${await stageProgram(folder, about.version)} files`);
