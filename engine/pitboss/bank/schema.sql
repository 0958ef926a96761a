-- The tables of a bank, and the conditions that every program must keep.
--
-- A balance is not stored apart from the movements: the last movement has it, and a trigger refuses
-- a movement that does not continue the one before. Movements are never changed or deleted. Each
-- file is compared with this text, so if you change it, increment `SCHEMA_VERSION`.

CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
        CHECK (typeof(name) = 'text' AND length(name) BETWEEN 1 AND 100),
    status TEXT NOT NULL CHECK (status IN ('active', 'blocked', 'closed'))
);

-- The accounts at one table; its journal has the same id.
CREATE TABLE sitting (
    id TEXT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text' AND length(id) > 0),
    -- How many lines the journal had when the last booking was made.
    lines INTEGER NOT NULL DEFAULT 0 CHECK (typeof(lines) = 'integer' AND lines >= 0)
);

-- Who sits at these tables now; an account sits at one table only.
CREATE TABLE seat (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES account (id),
    sitting TEXT NOT NULL REFERENCES sitting (id),
    place INTEGER NOT NULL CHECK (typeof(place) = 'integer' AND place >= 0),
    UNIQUE (sitting, place)
);

CREATE TABLE round (
    sitting TEXT NOT NULL REFERENCES sitting (id),
    number INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number > 0),
    state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'void')),
    PRIMARY KEY (sitting, number)
);

CREATE UNIQUE INDEX one_open_round ON round (sitting) WHERE state = 'open';

CREATE TABLE movement (
    account INTEGER NOT NULL REFERENCES account (id),
    sequence INTEGER NOT NULL CHECK (typeof(sequence) = 'integer'),
    kind TEXT NOT NULL CHECK (kind IN (
        'opening', 'gift', 'stake', 'returned', 'void',
        'deposit', 'withdrawal', 'buy_in', 'refund', 'cash_out'
    )),
    amount_minor INTEGER NOT NULL CHECK (typeof(amount_minor) = 'integer'),
    balance_minor INTEGER NOT NULL CHECK (
        typeof(balance_minor) = 'integer' AND balance_minor BETWEEN 0 AND 4611686018427387904
    ),
    sitting TEXT,
    round INTEGER,
    PRIMARY KEY (account, sequence),
    FOREIGN KEY (sitting, round) REFERENCES round (sitting, number),
    CHECK (CASE kind
        WHEN 'opening' THEN sequence = 1 AND amount_minor >= 0
        WHEN 'stake' THEN amount_minor < 0
        WHEN 'withdrawal' THEN amount_minor < 0
        WHEN 'buy_in' THEN amount_minor < 0
        WHEN 'void' THEN amount_minor <> 0
        ELSE amount_minor > 0 END),
    CHECK ((kind = 'opening') = (sequence = 1)),
    CHECK ((kind IN ('stake', 'returned', 'void')) = (sitting IS NOT NULL)),
    CHECK ((sitting IS NULL) = (round IS NULL))
);

CREATE INDEX movement_of_round ON movement (sitting, round) WHERE sitting IS NOT NULL;

-- The reason of a movement, or for a live table, the table and what moved the chips there.
CREATE TABLE reason (
    account INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    words TEXT NOT NULL CHECK (typeof(words) = 'text' AND length(words) <= 200),
    live_table TEXT REFERENCES live_table (id),
    -- The id of the command in the journal that brings chips, and the line that takes them away.
    command TEXT,
    line INTEGER CHECK (line IS NULL OR typeof(line) = 'integer'),
    PRIMARY KEY (account, sequence),
    FOREIGN KEY (account, sequence) REFERENCES movement (account, sequence)
);

CREATE UNIQUE INDEX once_for_a_command ON reason (account, live_table, command, words)
    WHERE command IS NOT NULL;

CREATE UNIQUE INDEX one_cash_out ON reason (live_table, line) WHERE line IS NOT NULL;

-- A table whose seats are bought with chips of accounts. Its id is the digest of the first line
-- of its journal, which no other journal has.
CREATE TABLE live_table (
    id TEXT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text' AND length(id) > 0),
    name TEXT NOT NULL,
    journal TEXT NOT NULL
);

-- Who sits at live tables now; an account has one seat only.
CREATE TABLE live_seat (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES account (id),
    live_table TEXT NOT NULL REFERENCES live_table (id),
    place INTEGER NOT NULL CHECK (typeof(place) = 'integer' AND place >= 0),
    UNIQUE (live_table, place)
);

-- Passwords, as hashes of scrypt with its settings: 2**log2_n, r and p.
CREATE TABLE password (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES account (id),
    log2_n INTEGER NOT NULL CHECK (typeof(log2_n) = 'integer' AND log2_n BETWEEN 1 AND 20),
    r INTEGER NOT NULL CHECK (typeof(r) = 'integer' AND r BETWEEN 1 AND 32),
    p INTEGER NOT NULL CHECK (typeof(p) = 'integer' AND p BETWEEN 1 AND 16),
    salt BLOB NOT NULL CHECK (typeof(salt) = 'blob' AND length(salt) = 16),
    hash BLOB NOT NULL CHECK (typeof(hash) = 'blob' AND length(hash) = 32)
);

-- Codes for one use, by their SHA-256: to set a new password, or, without an account, to open an
-- account. Also tokens of browsers that are signed in. Times are milliseconds since 1970.
CREATE TABLE code (
    hash BLOB NOT NULL PRIMARY KEY CHECK (typeof(hash) = 'blob' AND length(hash) = 32),
    account INTEGER REFERENCES account (id),
    ends_ms INTEGER NOT NULL CHECK (typeof(ends_ms) = 'integer')
);

CREATE TABLE token (
    hash BLOB NOT NULL PRIMARY KEY CHECK (typeof(hash) = 'blob' AND length(hash) = 32),
    account INTEGER NOT NULL REFERENCES account (id),
    ends_ms INTEGER NOT NULL CHECK (typeof(ends_ms) = 'integer')
);

-- How often a sign-in was tried, by the digest of a name or an address, and until when the next
-- try must wait.
CREATE TABLE try (
    whose BLOB NOT NULL PRIMARY KEY CHECK (typeof(whose) = 'blob' AND length(whose) = 32),
    tries INTEGER NOT NULL CHECK (typeof(tries) = 'integer' AND tries >= 0),
    waits_until_ms INTEGER NOT NULL CHECK (typeof(waits_until_ms) = 'integer')
);

CREATE TRIGGER movement_continues BEFORE INSERT ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement does not continue the history of its account')
    WHERE (NEW.sequence, NEW.balance_minor - NEW.amount_minor) IS NOT (
        SELECT coalesce(max(sequence), 0) + 1, coalesce((
            SELECT balance_minor FROM movement
            WHERE account = NEW.account ORDER BY sequence DESC LIMIT 1
        ), 0)
        FROM movement WHERE account = NEW.account
    );
    SELECT RAISE(ABORT, 'a movement belongs to a round that is not open')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM round
        WHERE sitting = NEW.sitting AND number = NEW.round AND state = 'open'
    );
    SELECT RAISE(ABORT, 'a movement belongs to a table at which its account does not sit')
    WHERE NEW.sitting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM seat WHERE sitting = NEW.sitting AND account = NEW.account
    );
END;

CREATE TRIGGER movement_stays BEFORE UPDATE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never changed');
END;

CREATE TRIGGER movement_is_kept BEFORE DELETE ON movement BEGIN
    SELECT RAISE(ABORT, 'a movement is never deleted');
END;

CREATE TRIGGER round_begins_open BEFORE INSERT ON round WHEN NEW.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round begins open');
END;

CREATE TRIGGER round_ends_once BEFORE UPDATE ON round WHEN OLD.state <> 'open' BEGIN
    SELECT RAISE(ABORT, 'a round that is over is never changed');
END;

CREATE TRIGGER round_is_kept BEFORE DELETE ON round BEGIN
    SELECT RAISE(ABORT, 'a round is never deleted');
END;

CREATE TRIGGER seat_stays BEFORE DELETE ON seat WHEN EXISTS (
    SELECT 1 FROM round WHERE sitting = OLD.sitting AND state = 'open'
) BEGIN
    SELECT RAISE(ABORT, 'nobody leaves while a round is open');
END;

CREATE TRIGGER reason_stays BEFORE UPDATE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason is never changed');
END;

CREATE TRIGGER reason_is_kept BEFORE DELETE ON reason BEGIN
    SELECT RAISE(ABORT, 'a reason is never deleted');
END;

CREATE TRIGGER one_seat BEFORE INSERT ON seat BEGIN
    SELECT RAISE(ABORT, 'an account sits at a live table')
    WHERE EXISTS (SELECT 1 FROM live_seat WHERE account = NEW.account);
END;

CREATE TRIGGER one_live_seat BEFORE INSERT ON live_seat BEGIN
    SELECT RAISE(ABORT, 'an account sits at a table of its own')
    WHERE EXISTS (SELECT 1 FROM seat WHERE account = NEW.account);
END;
