/** A disk of its own for the file of SQLite: one that can be filled, and made read-only while files on it are open. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOUNTED = 'mounted';
const BALLAST = 'ballast';

export interface Disk {
  readonly folder: string;
  /** Fills it but for so many blocks, or wholly where the service takes some meanwhile. */
  fill(blocksLeft: number): void;
  /** Makes room again. */
  empty(): void;
  /**
   * Refuses every write, through files that are open too, or takes them again. A file system with open files cannot be
   * mounted read-only from outside. Files that are immutable give SQLite what one does that ext4 has made read-only by
   * itself after an error (`/sys/fs/ext4/loop0/trigger_fs_error`): 778 (IOERR_WRITE) on a connection that is open and 8
   * (READONLY) on a new one, while reading goes on. Of the two only this can be taken back.
   */
  refuseWrites(isRefusing: boolean): void;
  remove(): void;
}

const run = (command: string, ...sent: string[]) => execFileSync(command, sent, { stdio: 'ignore' });

/** Mounts an ext4 file system of so many bytes that is kept in a file; null where this process may not. Linux and root alone can. */
export function mountDisk(bytes: number): Disk | null {
  const home = mkdtempSync(join(tmpdir(), 'whetstone-disk-'));
  const image = join(home, 'image');
  const folder = mkdtempSync(join(home, MOUNTED));
  try {
    writeFileSync(image, '');
    truncateSync(image, bytes);
    run('mkfs.ext4', '-q', '-m', '0', image);
    run('mount', '-o', 'loop', image, folder);
  } catch {
    rmSync(home, { recursive: true });
    return null;
  }
  const ballast = join(folder, BALLAST);
  return {
    folder,
    fill(blocksLeft) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail - blocksLeft) * bsize));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    empty: () => rmSync(ballast),
    refuseWrites(isRefusing) {
      // The index of the log (`-shm`) is memory that processes share, and goes on being written on such a file system too.
      const files = readdirSync(folder).filter((name) => name.endsWith('.db') || name.endsWith('.db-wal'));
      run('chattr', isRefusing ? '+i' : '-i', folder, ...files.map((name) => join(folder, name)));
    },
    remove() {
      // A process that was killed may still be ending.
      run('umount', '-l', folder);
      rmSync(home, { recursive: true });
    },
  };
}
