// Loaded into what a start runs: a step must not go on when its start was killed, as the next start repeats it.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) process.exit(1);
}, 500).unref();
