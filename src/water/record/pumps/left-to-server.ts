/**
 * Commands, as a condition of SQL for both engines, by which a pump has been left to the server or its board: a
 * schedule, `auto`, and an `on` of the server's own. A person's `on` is none: who has one pump and two tanks
 * may give it at the wrong one.
 */
export const leftToServer = `status in ('pending', 'executed')
  and (command in ('schedule', 'auto') or (command = 'on' and source <> 'user'))`;
