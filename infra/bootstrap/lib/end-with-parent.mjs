// Who kills the process that was started by hand means this one; what lives on would keep the data folder for itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
