// SHAKE-256, which browsers do not have.

const RATE = 136;
const LANES = 25;

const ROUND_CONSTANTS = [];
for (let round = 0, register = 1; round < 24; round += 1) {
  let constant = 0n;
  for (let place = 0; place < 7; place += 1) {
    if (register & 1) constant |= 1n << BigInt(2 ** place - 1);
    register <<= 1;
    if (register > 255) register ^= 0x171;
  }
  ROUND_CONSTANTS.push(constant);
}

const rolled = (lane, by) => BigInt.asUintN(64, (lane << by) | (lane >> (64n - by)));

/** Keccak-f[1600] of 25 lanes. */
function permute(lanes) {
  for (const constant of ROUND_CONSTANTS) {
    const columns = lanes.slice(0, 5).map((lane, at) => {
      return lane ^ lanes[at + 5] ^ lanes[at + 10] ^ lanes[at + 15] ^ lanes[at + 20];
    });
    for (let at = 0; at < LANES; at += 1) {
      lanes[at] ^= columns[(at + 4) % 5] ^ rolled(columns[(at + 1) % 5], 1n);
    }
    let carried = lanes[1];
    for (let step = 1, x = 1, y = 0; step < LANES; step += 1) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const turn = rolled(carried, BigInt(((step * (step + 1)) / 2) % 64));
      [carried, lanes[x + 5 * y]] = [lanes[x + 5 * y], turn];
    }
    for (let row = 0; row < LANES; row += 5) {
      const held = lanes.slice(row, row + 5);
      for (let x = 0; x < 5; x += 1) {
        lanes[row + x] ^= BigInt.asUintN(64, ~held[(x + 1) % 5]) & held[(x + 2) % 5];
      }
    }
    lanes[0] ^= constant;
  }
}

/** SHAKE-256 [FIPS 202] of bytes: yields its output in blocks of 136 bytes, without end. */
export function* shake256(bytes) {
  const padded = new Uint8Array(RATE * Math.ceil((bytes.length + 1) / RATE));
  padded.set(bytes);
  padded[bytes.length] = 0x1f;
  padded[padded.length - 1] |= 0x80;
  const view = new DataView(padded.buffer);
  const lanes = Array(LANES).fill(0n);
  for (let begin = 0; begin < padded.length; begin += RATE) {
    for (let at = 0; at < RATE; at += 8) lanes[at / 8] ^= view.getBigUint64(begin + at, true);
    permute(lanes);
  }
  for (;;) {
    const block = new DataView(new ArrayBuffer(RATE));
    for (let at = 0; at < RATE; at += 8) block.setBigUint64(at, lanes[at / 8], true);
    yield new Uint8Array(block.buffer);
    permute(lanes);
  }
}
