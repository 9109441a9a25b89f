// Killing the process that was started by hand means killing this one too; otherwise it would keep the data folder locked.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
