import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Whether the compiler accepts the copy's sources: those of a room, and of all rooms when the contract changed. */
export function compiles(folder, path) {
  const room = path.split('/')[0];
  const rooms = room === 'contract' ? ['contract', 'src', 'sw', 'server'] : [room];
  return rooms.every((each) => {
    // Nothing is kept from run to run: the folder of the packages is shared with the project itself.
    const options = ['-p', each, '--incremental', 'false', '--tsBuildInfoFile', 'null'];
    return (
      spawnSync(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), ...options], {
        cwd: folder,
      }).status === 0
    );
  });
}
