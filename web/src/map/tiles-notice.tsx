import { profile } from '../session/profile.ts';
import { Notice } from '../ui/notice.tsx';
import type { TilesState } from './map-canvas.tsx';
import { say } from './words.ts';

/** Says that map pictures are missing; to administrators also how to have them. */
export function TilesNotice({ tiles }: { tiles: TilesState | undefined }) {
  const isAdmin = profile.value?.role === 'admin';
  if (tiles === 'away') {
    return (
      <Notice kind="info">
        {say.noTiles()} {isAdmin && say.tilesWrong()}
      </Notice>
    );
  }
  if (tiles !== 'unset' || !isAdmin) return null;
  return (
    <Notice kind="info">
      <p>{say.tilesUnset()}</p>
      <p class="map-setting">
        <code>MAP_TILES=https://tiles.example.org/{'{z}/{x}/{y}'}.png</code>{' '}
        <code>MAP_ATTRIBUTION=© OpenStreetMap</code>
      </p>
      <p>{say.tilesWhere()}</p>
    </Notice>
  );
}
