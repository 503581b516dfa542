// Calls the library, and counts the calls that fail. It is not told the library's version.

// Write the call of @LIBRARY@ here. Throw if its answer is not the right one.
async function call() {}

async function main() {
  const calls = 20;
  let failed = 0;
  for (let i = 0; i < calls; i++) {
    try {
      if (process.argv[2] === 'by-hand') throw new Error('the control');
      await call();
    } catch {
      failed++;
    }
  }
  console.log(JSON.stringify({ calls, failed }));
}

main();
