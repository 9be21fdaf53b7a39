import type { Device } from '../../api/operations.ts';
import { say } from '../words.ts';

/** Where the device stands, and the way to the map on which that is said. */
export function PlacePart({ device: { id, location } }: { device: Device }) {
  return (
    <section class="card stack">
      <h2>{say.place()}</h2>
      <p>
        {location
          ? `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
          : say.noPlace()}
      </p>
      {location && (
        <p class="faint">
          {location.source === 'person' ? say.placeByPerson() : say.placeByDevice()}
        </p>
      )}
      <p>
        <a class="button" href={`/map?place=${id}`}>
          {say.placeOnMap()}
        </a>
      </p>
    </section>
  );
}
