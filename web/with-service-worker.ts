import type { Plugin } from 'vite';

/**
 * Hands the service worker the list of built files: those of the home screen, which it keeps at
 * once, and the others, which it keeps when they are first requested.
 */
export function withServiceWorker(alsoInShell: string[]): Plugin {
  return {
    name: 'kisima-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const entry = files.find((file) => file.type === 'chunk' && file.name === 'index');
      const worker = bundle['service-worker.js'];
      if (entry?.type !== 'chunk' || worker?.type !== 'chunk') {
        throw new Error('the build has no entry or no service worker');
      }
      // Browsers register it as a plain script, in which an import is an error that nobody sees.
      if (worker.imports.length > 0) {
        throw new Error('the service worker may share no file with the dashboard');
      }
      const started = [entry, ...entry.imports.map((name) => bundle[name])];
      const styles = started.flatMap((file) =>
        file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [],
      );
      const shell = [entry.fileName, ...entry.imports, ...styles].map((name) => `/${name}`);
      const assets = files.map(({ fileName }) => `/${fileName}`).filter(isAsset);
      const built = { shell: [...shell, ...alsoInShell], assets };
      worker.code = `const builtFiles=${JSON.stringify(built)};${worker.code}`;
    },
  };
}

function isAsset(path: string): boolean {
  return path.startsWith('/assets/');
}
