#pragma once

#include <QApplication>

#include <gtest/gtest.h>

/// The main function of a test program with a QApplication: PLANSCOPE_QT_TEST_MAIN once in each folder.
#define PLANSCOPE_QT_TEST_MAIN                                                                                         \
    int main(int argc, char** argv)                                                                                    \
    {                                                                                                                  \
        testing::InitGoogleTest(&argc, argv);                                                                          \
        const QApplication application(argc, argv);                                                                    \
        return RUN_ALL_TESTS();                                                                                        \
    }
